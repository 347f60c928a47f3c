import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedWidgets
import WidgetFamilies

/// Which placement a row is about, in names that another start understands.
struct SavedPlace: StateCodable {
  /// Its number among all placements; those of a restored run have other numbers, in this order.
  var number: Int32
  var user: String
  var kind: String
  var id: String
  var family: WidgetFamily
  /// Where the file speaks of it: what was placed together has it in common.
  var settings: Range<Int32>
  var range: SourceRange?

  init(_ number: Int32, _ placement: Placement, in configuration: Configuration) {
    self.number = number
    user = configuration.users[Int(placement.user)].name
    kind = configuration.widgets[Int(placement.widget)].kind
    id = placement.id
    family = placement.family
    settings = placement.settings
    range = placement.range
  }

  func write(to writer: inout StateWriter) {
    writer.write(number)
    writer.write(user)
    writer.write(kind)
    writer.write(id)
    writer.write(family)
    writer.write(settings.lowerBound)
    writer.write(settings.upperBound)
    writer.write(range != nil)
    if let range {
      writer.write(range.file.index)
      writer.write(range.start)
      writer.write(range.end)
    }
  }

  init(from reader: inout StateReader) throws(StateError) {
    number = try reader.read()
    user = try reader.read()
    kind = try reader.read()
    id = try reader.read()
    family = try reader.read()
    let first: Int32 = try reader.read()
    let end: Int32 = try reader.read()
    guard first <= end, number >= 0 else {
      throw reader.wrong("a range that ends before it begins")
    }
    settings = first..<end
    guard try reader.read(Bool.self) else { return }
    let file = FileID(index: try reader.read())
    range = SourceRange(file: file, start: try reader.read(), end: try reader.read())
  }

  /// The placement in the configuration of this start, without its plan.
  func placement(_ names: SavedNames) throws(StateError) -> Placement {
    Placement(
      user: try names.user(user), widget: try names.widget(kind), plan: 0, family: family,
      id: id, settings: settings, range: range)
  }
}
