import CLazyCurl

/// The requests that are under way on a multi handle; for the handle's thread alone.
struct Transfers {
  private let multi: UnsafeMutableRawPointer
  private var underWay = Deadlines<Transfer>()

  init(multi: UnsafeMutableRawPointer) {
    self.multi = multi
  }

  /// Begins a request, and says why where it cannot.
  mutating func begin(
    _ number: Int, _ request: HTTPRequest, _ allowance: TimeAllowance
  ) -> HTTPFault? {
    guard let transfer = Transfer(request, number: number),
      lazy_curl_multi_add(multi, transfer.easy) == CURLM_OK
    else { return .connection("there is no memory for it") }
    underWay.add(transfer, number, until: allowance.end)
    return nil
  }

  /// Ends a request, if it is still under way, and its connection.
  mutating func end(_ number: Int) {
    if let transfer = underWay.remove(number) { lazy_curl_multi_remove(multi, transfer.easy) }
  }

  mutating func endAll() {
    for number in Array(underWay.numbers) { end(number) }
  }

  /// Does all that can be done without waiting, and returns what has come to an end.
  mutating func advance() -> [(number: Int, result: Result<HTTPResponse, HTTPFault>)] {
    var running: Int32 = 0
    lazy_curl_multi_perform(multi, &running)
    var results: [(number: Int, result: Result<HTTPResponse, HTTPFault>)] = []
    var code = CURLE_OK
    while let easy = lazy_curl_multi_ended(multi, &code) {
      guard let transfer = Transfer.of(easy) else { continue }
      results.append((transfer.number, transfer.result(of: code)))
      end(transfer.number)
    }
    // NB: libcurl counts no time of its own for what waits for a connection to become free.
    for (number, transfer) in underWay.removeDue(at: TimeAllowance.now) {
      lazy_curl_multi_remove(multi, transfer.easy)
      results.append((number, .failure(.slow)))
    }
    return results
  }

  /// Sleeps until there is something to do, a time has come, or somebody wakes the handle.
  ///
  /// - Parameter end: the time on the uptime clock; nil for none.
  func sleep(until end: UInt64?) {
    var milliseconds = Int32.max  // 24 days
    if let end = [end, underWay.next].compactMap(\.self).min() {
      let now = TimeAllowance.now
      let left = end > now ? (end - now - 1) / 1_000_000 + 1 : 0
      milliseconds = Int32(min(left, UInt64(Int32.max)))
    }
    lazy_curl_multi_poll(multi, milliseconds)
  }
}
