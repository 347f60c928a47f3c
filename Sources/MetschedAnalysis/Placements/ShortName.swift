package import MetschedConfiguration

extension Configuration {
  /// Returns `user/Kind`, with the id where it is not `main`.
  package func shortName(of placement: Placement) -> String {
    let name = "\(users[Int(placement.user)].name)/\(widgets[Int(placement.widget)].kind)"
    return placement.id == "main" ? name : "\(name)/\(placement.id)"
  }
}
