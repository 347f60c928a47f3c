/// How much one file may ask of the parser; each limit is an error that names it and its place.
package struct YAMLLimits: Hashable, Sendable {
  /// The bytes of a file: 64 MiB.
  package var inputBytes = 64 << 20
  /// The collections inside each other, those reached through aliases included: 64.
  ///
  /// NB: libyaml takes quadratic time on deep nesting, so it is stopped at this depth instead of
  /// being read to the end.
  package var depth = 64
  /// The nodes written in a file: 16 million.
  package var nodes = 16_000_000
  /// The nodes that aliases may add, besides ten for each node written before them: 1 million.
  ///
  /// They are counted by arithmetic and never built, so a bomb of 300 bytes is refused at once.
  package var expandedNodes = 1_000_000
  /// The bytes of a scalar used as a key: 1,024, as for YAML's own simple keys.
  package var keyBytes = 1_024
  /// The `%TAG` directives: 64, since libyaml compares each with all before.
  package var tagDirectives = 64

  /// Creates the limits described at each property.
  package init() {}
}
