import MetschedCommands

@main
enum Metsched {
  static func main() {
    Command.run()
  }
}
