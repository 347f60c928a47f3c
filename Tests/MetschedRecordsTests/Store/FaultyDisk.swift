#if SQLite
  import CSQLite
  import Glibc
  import Synchronization

  // Codes that the header writes as expressions.
  let SQLITE_IOERR_WRITE = SQLITE_IOERR | 3 << 8
  let SQLITE_IOERR_FSYNC = SQLITE_IOERR | 4 << 8

  /// A layer under SQLite that lets writes fail, half done or not at all, when it is told to.
  final class FaultyDisk: Sendable {
    /// The name under which SQLite knows the layer.
    let name: String
    private let state: Mutex<State>

    private struct State {
      var random: UInt64
      /// How many of 1,000 writes fail.
      var rate = 0
      var code: Int32 = SQLITE_FULL
      var failures = 0
    }

    init(seed: UInt64) {
      name = "faulty-\(seed)"
      state = Mutex(State(random: seed))
      register()
    }

    /// Lets some of 1,000 writes, syncs and truncations fail from now on.
    func fail(_ rate: Int, _ code: Int32) {
      state.withLock {
        $0.rate = rate
        $0.code = code
      }
    }

    /// How many calls have failed so far.
    var failures: Int { state.withLock(\.failures) }

    /// The code with which a call fails; nil where it does not.
    fileprivate func fault() -> (code: Int32, isHalfDone: Bool)? {
      state.withLock { state in
        state.random = state.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        guard Int(state.random >> 33 % 1_000) < state.rate else { return nil }
        state.failures += 1
        return (state.code, state.random >> 40 & 1 == 0)
      }
    }

    private func register() {
      guard let real = sqlite3_vfs_find(nil) else { return }
      // SAFETY: SQLite keeps the table and its context, so neither is ever freed.
      let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
      vfs.initialize(to: real.pointee)
      vfs.pointee.pNext = nil
      vfs.pointee.szOsFile = Int32(FaultyFile.size) + real.pointee.szOsFile
      vfs.pointee.zName = name.withCString { UnsafePointer(strdup($0)) }
      vfs.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
      vfs.pointee.xOpen = { vfs, path, file, flags, outFlags in
        guard let vfs, let file, let real = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
        let faulty = UnsafeMutableRawPointer(file).assumingMemoryBound(to: FaultyFile.self)
        let below = FaultyFile.below(file)
        below.pointee.pMethods = nil
        file.pointee.pMethods = nil
        let code = real.pointee.xOpen(real, path, below, flags, outFlags)
        faulty.pointee.disk = vfs.pointee.pAppData
        if below.pointee.pMethods != nil {
          file.pointee.pMethods = UnsafePointer(FaultyFile.methods.pointer)
        }
        return code
      }
      sqlite3_vfs_register(vfs, 0)
    }
  }

  /// An open file, with the real one right behind it.
  private struct FaultyFile {
    var base: sqlite3_file
    var disk: UnsafeMutableRawPointer?

    static var size: Int { MemoryLayout<FaultyFile>.stride }

    static func below(_ file: UnsafeMutablePointer<sqlite3_file>)
      -> UnsafeMutablePointer<sqlite3_file>
    {
      (UnsafeMutableRawPointer(file) + size).assumingMemoryBound(to: sqlite3_file.self)
    }

    static func fault(
      _ file: UnsafeMutablePointer<sqlite3_file>
    ) -> (code: Int32, isHalfDone: Bool)? {
      let faulty = UnsafeMutableRawPointer(file).assumingMemoryBound(to: FaultyFile.self)
      guard let disk = faulty.pointee.disk else { return nil }
      return Unmanaged<FaultyDisk>.fromOpaque(disk).takeUnretainedValue().fault()
    }

    struct Methods: @unchecked Sendable {
      // SAFETY: written once, before any file is open.
      let pointer: UnsafeMutablePointer<sqlite3_io_methods>
    }

    /// Everything is handed on; what changes the disk may fail before.
    static let methods: Methods = {
      var table = sqlite3_io_methods()
      table.iVersion = 2
      table.xClose = { file in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xClose(below)
      }
      table.xRead = { file, buffer, count, offset in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xRead(below, buffer, count, offset)
      }
      table.xWrite = { file, buffer, count, offset in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        let write = below.pointee.pMethods.pointee.xWrite
        if let fault = FaultyFile.fault(file) {
          if fault.isHalfDone { _ = write?(below, buffer, count / 2, offset) }
          return fault.code
        }
        return write?(below, buffer, count, offset) ?? SQLITE_ERROR
      }
      table.xTruncate = { file, size in
        guard let file else { return SQLITE_ERROR }
        if let fault = FaultyFile.fault(file) { return fault.code }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xTruncate(below, size)
      }
      table.xSync = { file, flags in
        guard let file else { return SQLITE_ERROR }
        if let fault = FaultyFile.fault(file) { return fault.code }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xSync(below, flags)
      }
      table.xFileSize = { file, size in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xFileSize(below, size)
      }
      table.xLock = { file, level in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xLock(below, level)
      }
      table.xUnlock = { file, level in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xUnlock(below, level)
      }
      table.xCheckReservedLock = { file, result in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xCheckReservedLock(below, result)
      }
      table.xFileControl = { file, operation, argument in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xFileControl(below, operation, argument)
      }
      table.xSectorSize = { file in
        guard let file else { return 0 }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xSectorSize(below)
      }
      table.xDeviceCharacteristics = { file in
        guard let file else { return 0 }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xDeviceCharacteristics(below)
      }
      table.xShmMap = { file, page, size, extend, address in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xShmMap(below, page, size, extend, address)
      }
      table.xShmLock = { file, offset, count, flags in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xShmLock(below, offset, count, flags)
      }
      table.xShmBarrier = { file in
        guard let file else { return }
        let below = FaultyFile.below(file)
        below.pointee.pMethods.pointee.xShmBarrier(below)
      }
      table.xShmUnmap = { file, deletes in
        guard let file else { return SQLITE_ERROR }
        let below = FaultyFile.below(file)
        return below.pointee.pMethods.pointee.xShmUnmap(below, deletes)
      }
      let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      pointer.initialize(to: table)
      return Methods(pointer: pointer)
    }()
  }
#endif
