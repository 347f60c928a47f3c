import MetschedText
import Testing

struct TextFoldingTests {
  @Test(arguments: [
    ("Kōgō", "kogo"), ("KO\u{304}GO\u{304}", "kogo"), ("ＭＥＴ", "met"), ("ﬁgure", "figure"),
    ("Straße", "STRASSE"), ("Ἀθῆναι", "αθηναι"), ("ЁЖ", "еж"), ("ｶﾞﾗｽ", "ガラス"), ("İ", "i"),
    ("Ångström", "ANGSTROM"), ("x²", "x2"),
  ])
  func `texts that people take for the same are`(_ one: String, _ other: String) {
    #expect(TextFolding.folded(one) == TextFolding.folded(other))
  }

  @Test(arguments: [
    ("か", "が"), ("हिन्दी", "हन्द"), ("กิน", "กน"), ("o", "ø"), ("浮世絵", "浮世"), ("", " "),
  ])
  func `marks that are letters of their script stay`(_ one: String, _ other: String) {
    #expect(TextFolding.folded(one) != TextFolding.folded(other))
  }

  @Test func `a text with zeros in it is folded as a whole`() {
    #expect(TextFolding.folded("é\0É").unicodeScalars.elementsEqual("e\0e".unicodeScalars))
  }
}
