/// Taking the events of a batch.
extension NodeTable {
  /// Takes events up to the last, or to one that passes a limit.
  mutating func take(_ batch: EventBatch) {
    batch.bytes.withUnsafeBufferPointer { aside in
      batch.events.withUnsafeBufferPointer { events in
        for event in events {
          if isFinished { return }
          take(event, of: batch, aside)
        }
      }
    }
  }

  private mutating func take(
    _ event: EventBatch.Event, of batch: EventBatch, _ aside: UnsafeBufferPointer<UInt8>
  ) {
    func text() -> UnsafeBufferPointer<UInt8> {
      let start = Int(event.textStart)
      let bytes = event.textIsAside ? aside : source
      return UnsafeBufferPointer(rebasing: bytes[start..<start + Int(event.textCount)])
    }
    switch event.kind {
    case .scalar: scalar(node(event, of: batch, aside), text: text())
    case .alias: alias(start: Int(event.start), end: Int(event.end), name: text())
    case .sequence: begin(node(event, of: batch, aside), isMapping: false)
    case .mapping: begin(node(event, of: batch, aside), isMapping: true)
    case .end: end(at: nil)
    case .bracket: end(at: Int(event.end))
    case .documentStart: lastEnd = Int(event.end)
    }
  }

  private func node(
    _ event: EventBatch.Event, of batch: EventBatch, _ aside: UnsafeBufferPointer<UInt8>
  ) -> NodeEvent {
    var node = NodeEvent(start: Int(event.start), end: Int(event.end), style: event.style)
    if event.properties != 0 {
      let properties = batch.properties[Int(event.properties) - 1]
      node.anchor = properties.anchor.map { UnsafeBufferPointer(rebasing: aside[$0]) }
      node.tag = properties.tag.map { UnsafeBufferPointer(rebasing: aside[$0]) }
    }
    return node
  }
}
