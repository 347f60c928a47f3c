import MetServer
import TestSupport
import Testing

/// Tests that start servers, one after the other: a machine of two cores has no room for twenty.
@Suite(.serialized, .ownThreads, .enabled(if: MetServer.isAvailable), .timeLimit(.minutes(5)))
enum NetworkTests {}
