import MetschedCommands

@main
enum Metsched {
  static func main() async {
    await Command.run()
  }
}
