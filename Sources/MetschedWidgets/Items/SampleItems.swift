package import MetschedConfiguration

/// The Met's two sample objects, as the tutorial's app brings them along.
///
/// Source: The Metropolitan Museum of Art Collection API (CC0), objects 452174 and 828444; the
/// first is in the public domain, the second is not.
package enum SampleItems {
  package static let objects: [ItemValue] = [
    object(
      id: "452174",
      title: "\"Bahram Gur Slays the Rhino-Wolf\", Folio 586r from the Shahnama "
        + "(Book of Kings) of Shah Tahmasp",
      creditLine: "Gift of Arthur A. Houghton Jr., 1970",
      isPublicDomain: true,
      image: "https://images.metmuseum.org/CRDImages/is/web-large/DP107178.jpg"),
    object(
      id: "828444",
      title: "Hexagonal flower vase",
      creditLine: "Gift of Samuel and Gabrielle Lurie, 2019",
      isPublicDomain: false,
      image: ""),
  ]

  private static func object(
    id: String, title: String, creditLine: String, isPublicDomain: Bool, image: String
  ) -> ItemValue {
    .object([
      ItemField(name: "objectID", value: .number(id)),
      ItemField(name: "title", value: .string(title)),
      ItemField(name: "creditLine", value: .string(creditLine)),
      ItemField(
        name: "objectURL",
        value: .string("https://www.metmuseum.org/art/collection/search/\(id)")),
      ItemField(name: "isPublicDomain", value: .boolean(isPublicDomain)),
      ItemField(name: "primaryImageSmall", value: .string(image)),
    ])
  }
}
