/// The least that a Swift program can be; what a start of `metsched` is measured beside.
@main
struct Hello {
  static func main() {
    print("hello")
  }
}
