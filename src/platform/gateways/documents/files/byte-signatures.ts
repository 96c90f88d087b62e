import { createReadStream } from 'node:fs'
import { Refused } from './refused.ts'

/** The file every virus scanner takes for a virus, in two parts so that ours is not taken for one. */
const eicar = Buffer.from(
  `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`,
  'latin1',
)
/** What browsers and servers would run if somebody gave them a picture as something else. */
const code = /<script|<!doctype html|<html[\s>]|<svg[\s>]|<\?php\s|<iframe/i
const pdfMark = '%PDF-'
const overlap = 128

/**
 * Looks through all bytes of a file for what must not be in it anywhere.
 * Answers whether a picture or recording is a page, a program or an archive, too.
 * @throws Refused file_infected
 */
export async function searchSignatures(
  path: string,
  kind: 'plain' | 'image' | 'recording',
): Promise<boolean> {
  let end = Buffer.alloc(0)
  let at = 0
  let isDisguised = false
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([end, chunk as Buffer])
    if (bytes.includes(eicar)) throw new Refused('file_infected')
    // A recording is so long that some bytes of it look like anything: its ends alone are read that way.
    if (kind === 'image' || (kind === 'recording' && at === 0)) isDisguised ||= holdsCode(bytes, at === 0)
    end = bytes.subarray(Math.max(0, bytes.length - (kind === 'plain' ? overlap : 65_600)))
    at += (chunk as Buffer).length
  }
  return kind !== 'plain' && (isDisguised || holdsCode(end, false) || endsAsArchive(end))
}

/** The same for bytes that are in memory, of what is inside an archive. */
export function searchInner(bytes: Buffer): void {
  if (bytes.includes(eicar)) throw new Refused('file_infected')
}

function holdsCode(bytes: Buffer, isHead: boolean): boolean {
  return code.test(bytes.toString('latin1')) || (isHead && bytes.subarray(0, 1024).includes(pdfMark))
}

/** The end of a central directory, right at the end of the file (APPNOTE 4.3.16). */
export function endsAsArchive(end: Buffer): boolean {
  for (let at = end.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0; ) {
    if (at + 22 <= end.length && at + 22 + end.readUInt16LE(at + 20) === end.length) return true
    at = at === 0 ? -1 : end.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return false
}
