import Dispatch
import Synchronization

/// The main thread as the executor of the command's tasks.
///
/// One thread is all that the command needs, and it sleeps where there is nothing to do. NB:
/// Swift's own pool on Linux is libdispatch's, which wakes once a second for ever to look after
/// its threads; a run that waits for an hour would be woken 3,600 times.
final class MainThread: TaskExecutor {
  private static let running = Mutex<MainThread?>(nil)

  /// The one that works on this process's tasks; nil where the command is called by tests.
  static var current: MainThread? { running.withLock(\.self) }

  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  /// Works on tasks until one of them ends the process.
  func run() -> Never {
    Self.running.withLock { $0 = self }
    while true {
      arrivals.wait()
      let arrived = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in arrived { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
