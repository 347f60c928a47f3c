import Dispatch
package import Testing

/// Runs tests on threads beside those that all tests share.
///
/// The shared pool has one thread for each core, and a test that computes keeps it until it is done.
/// A test that speaks to a running program would come back too late there: the program goes on.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor.shared, operation: function)
  }
}

extension Trait where Self == OwnThreads {
  package static var ownThreads: Self { OwnThreads() }
}

/// Runs tasks on a queue whose threads come from another pool than Swift's.
private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()

  private let queue = DispatchQueue(
    label: "tests", attributes: .concurrent, target: .global(qos: .userInitiated))

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
