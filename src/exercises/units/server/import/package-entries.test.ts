import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import type { ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { archive, rawArchive } from '../../../../../tests/support/files.ts'
import { unpackedStream } from './package-entries.ts'
import { readPackage } from './packages.ts'

const dir = mkdtempSync(join(tmpdir(), 'entries-'))
const path = join(dir, 'package')
afterAll(() => rmSync(dir, { recursive: true }))

async function read(bytes: Uint8Array): Promise<Imported | ImportRefusal> {
  writeFileSync(path, bytes)
  return await readPackage(path)
}

const head = JSON.stringify({ mainLibrary: 'H5P.TrueFalse', title: 'Stimmt das?' })
const content = JSON.stringify({
  question: '<p>Wasser ist nass.</p>',
  correct: 'true',
  media: { library: 'H5P.Image 1.1', params: { file: { path: 'images/a.png' }, alt: 'Ein See' } },
})
const parts = [
  { name: 'h5p.json', body: Buffer.from(head) },
  { name: 'content/content.json', body: Buffer.from(content) },
]
const picture = { name: 'content/images/a.png', body: Buffer.from('as if it were one') }
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024)
const big = (at: number) => ({ name: `content/${at}.bin`, size: 45 * 1024 * 1024 })

/** The four bytes of a sum in the directory and before the bytes, both of the entry at this place. */
function withWrongSum(bytes: Buffer, name: string): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = changed.indexOf(name); at >= 0; at = changed.indexOf(name, at + 1)) {
    const isLocal = changed.readUInt32LE(at - 30) === 0x04034b50
    changed.writeUInt32LE(1, isLocal ? at - 16 : at - 30)
  }
  return changed
}

/** The count and the places of its directory in 64 bits, as large archives have them. */
function zip64(entries: Buffer, count: bigint): Buffer {
  const end = entries.length - 22
  const [size, start] = [entries.readUInt32LE(end + 12), entries.readUInt32LE(end + 16)]
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(count, 24)
  record.writeBigUInt64LE(count, 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(end), 64)
  record.writeUInt32LE(1, 72)
  const last = Buffer.from(entries.subarray(end))
  last.writeUInt16LE(0xffff, 8)
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(0xffffffff, 12)
  last.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([entries.subarray(0, end), record, last])
}

const refused: [string, () => Uint8Array, ImportRefusal][] = [
  ['a way out', () => rawArchive([{ name: '../x.json' }]), 'bad_path'],
  ['an absolute path', () => rawArchive([{ name: '/etc/x.json' }]), 'bad_path'],
  ['a drive', () => rawArchive([{ name: 'C:/x.json' }]), 'bad_path'],
  ['a symbolic link', () => rawArchive([...parts, { name: 'content/x', mode: 0o120777 }]), 'bad_path'],
  ['a name before the bytes', () => rawArchive([{ name: 'h5p.json', localName: 'x.json' }]), 'bad_path'],
  ['one name in two spellings', () => rawArchive([...parts, { name: 'H5P.JSON' }]), 'bad_path'],
  ['nothing, many times', () => zipSync({ 'content/x.json': megabytes(8) }), 'too_large'],
  ['says 4 GB', () => rawArchive([...parts, { name: 'content/a.png', size: 0xfffffff0 }]), 'too_large'],
  ['three files of 45 MB', () => rawArchive([0, 1, 2].map(big)), 'too_large'],
  [
    'entries that share their bytes',
    () => rawArchive([...parts, { name: 'content/b.png', localName: 'h5p.json', at: 0 }]),
    'too_large',
  ],
  [
    '10,000 entries',
    () => rawArchive([...parts, ...Array.from({ length: 10_000 }, (_, n) => ({ name: `content/${n}` }))]),
    'too_large',
  ],
  ['9 quadrillion entries in 64 bits', () => zip64(rawArchive(parts), 9_000_000_000_000_000n), 'too_large'],
  ['a password', () => rawArchive(parts.map((part) => ({ ...part, flags: 0x0801 }))), 'has_password'],
  ['cut off', () => rawArchive(parts).subarray(0, -30), 'broken_package'],
  [
    'content with a wrong sum',
    () => withWrongSum(rawArchive(parts), 'content/content.json'),
    'broken_package',
  ],
  [
    'content larger than it says',
    () => rawArchive([{ name: 'h5p.json', size: 3 }, ...parts.slice(1)]),
    'broken_package',
  ],
  ['a package in a package', () => archive({ 'inner.h5p': rawArchive(parts) }), 'no_content'],
  [
    'content of 6 MB',
    () => zipSync({ 'h5p.json': Buffer.from(head), 'content/content.json': [megabytes(6), { level: 0 }] }),
    'too_large',
  ],
]

describe('packages that are refused', () => {
  test.for(refused)('%s', async ([, make, refusal]) => {
    expect(await read(make())).toBe(refusal)
  })
})

test('of a file that is in a package several times the last counts, also where the directory lists one place twice', async () => {
  const other = { ...parts[1], name: 'content/content.json', body: Buffer.from('{"question":"<p>Alt</p>"}') }
  const doubled = (await read(
    rawArchive([parts[0], other, parts[1], picture, picture].flatMap((part) => part ?? [])),
  )) as Imported
  expect(doubled.pages[0]?.elements.map(({ data }) => data)).toMatchObject([
    { statements: [{ text: 'Wasser ist nass.' }] },
  ])
  const listed = (await read(rawArchive([...parts, { ...parts[0], name: 'h5p.json', at: 0 }]))) as Imported
  expect(listed.pages[0]?.elements).toHaveLength(1)
})

test('a package whose directory is in 64 bits is read', async () => {
  const found = (await read(zip64(rawArchive(parts), 2n))) as Imported
  expect(found.pages[0]?.elements.map(({ type }) => type)).toEqual(['true_false'])
})

describe('the bytes of one file', () => {
  async function streamed(bytes: Buffer): Promise<string> {
    const found = (await read(bytes)) as Imported
    const [file] = found.files
    if (!file || file.content instanceof Uint8Array) throw new Error('there is no packed file')
    return Buffer.concat(await unpackedStream(path, file.content).toArray()).toString()
  }

  test('are unpacked from where they lie, and must have their sum and length', async () => {
    const whole = rawArchive([...parts, picture])
    expect(await streamed(whole)).toBe('as if it were one')
    expect(
      await streamed(
        Buffer.from(
          zipSync(Object.fromEntries([...parts, picture].map(({ name, body }) => [name, body])), {
            level: 0,
          }),
        ),
      ),
    ).toBe('as if it were one')
    await expect(streamed(withWrongSum(whole, picture.name))).rejects.toMatchObject({ code: 'file_broken' })
    for (const size of [3, 5000])
      await expect(streamed(rawArchive([...parts, { ...picture, size }]))).rejects.toMatchObject({
        code: 'file_broken',
      })
  })
})
