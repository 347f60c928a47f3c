import MetschedEngine
import MetschedTime

/// A record as a line, whoever wrote it: numbers and ids, which differ, are replaced by what they
/// stand for.
struct RecordWords {
  var placement: (Int) -> String
  var user: (Int) -> String
  var zone: (Int) -> String
  var title: (Show) -> String?

  func line(_ record: Record) -> String {
    let whom: String =
      switch record.scope {
      case .everybody: "everybody"
      case .user(let user): self.user(Int(user))
      case .placement(let number): placement(Int(number.index))
      }
    return "\(record.sequence) \(text(record.at)) \(whom) \(text(record.what, record.causes))"
  }

  private func text(_ instant: Instant?) -> String {
    instant.map { $0.rfc3339(in: .utc) } ?? "-"
  }

  private func text(_ what: Record.What, _ causes: CauseList) -> String {
    switch what {
    case .reload(let reload): "reload \(text(causes)) \(text(reload))"
    case .fail(let reload, _): "fail \(text(causes)) \(text(reload))"
    case .show(let show):
      "show \(show.content) \(show.index) \(text(show.date)) \(title(show) ?? "-")"
    case .deferred(let deferral):
      "defer \(text(causes)) \(text(deferral.eligible)) \(text(deferral.granted)) "
        + "\(deferral.reason) \(text(deferral.left))"
    case .drop(let drop): "drop \(drop.reason) \(drop.count)"
    case .state(.timezone(let name)): "state timezone \(zone(Int(name)))"
    case .state(let state): "state \(state)"
    }
  }

  private func text(_ reload: Reload) -> String {
    [
      reload.isCounted ? "counted" : "free", text(reload.eligible),
      text(reload.granted), reload.reason.map { "\($0)" } ?? "-", text(reload.left),
      text(reload.entries), text(reload.first), text(reload.last), "\(reload.policy)",
      text(reload.next), text(reload.expected), reload.why.map { "\($0)" } ?? "-",
    ].joined(separator: " ")
  }

  private func text(_ causes: CauseList) -> String {
    causes.causes.map { "\($0)" }.joined(separator: "+")
  }

  private func text(_ number: Int?) -> String { number.map(String.init) ?? "-" }
}
