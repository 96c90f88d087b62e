/** A folder of folders of folders is looked through so far, and no further than so many files. */
const most = { depth: 5, files: 200 }

/** What was dropped, with the files in folders; what systems leave in folders for themselves is left out. */
export async function droppedFiles(dropped: DataTransfer): Promise<File[]> {
  const plain = [...dropped.files]
  // Both are only there until the event has ended.
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some((entry) => entry.isDirectory)) return plain
  const found: File[] = []
  for (const entry of entries) await gather(entry, found, 0)
  return found
}

async function gather(entry: FileSystemEntry, found: File[], depth: number): Promise<void> {
  if (found.length >= most.files || depth > most.depth || entry.name.startsWith('.')) return
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
    )
    if (file !== undefined && file.name !== 'Thumbs.db') found.push(file)
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader hands over a hundred at a time, and nothing at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return
    for (const each of some) await gather(each, found, depth + 1)
  }
}
