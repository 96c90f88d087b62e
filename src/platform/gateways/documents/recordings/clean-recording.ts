import { closeSync, copyFileSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { isHeif } from '../pictures/clean-heif.ts'
import { ofAsf } from './asf.ts'
import { ofMp4 } from './boxes.ts'
import { ofAiff, ofFlac, ofRiff } from './chunks.ts'
import { ofWebm } from './matroska.ts'
import { cutMp3, isMp3 } from './mp3.ts'
import { ofOgg } from './ogg.ts'
import { mostRead, type Plan, type Read } from './plan.ts'

/**
 * Sound and film without tags: artist, author, comment, program, place, pictures of the cover, whatever programs wrote
 * there. The sound itself is not touched. Every part stays where it is, because films point at the places of their
 * pictures: what is taken out becomes empty room of the same length, as each format has a word for it. Tags in front of
 * and behind an MP3 are cut off.
 */

/** The same recording without tags; undefined for one that has none, and for what is no recording. */
export function cleanRecording(bytes: Buffer): Buffer | undefined {
  const plan = planOf((at, length) => bytes.subarray(at, at + length), bytes.length)
  if (plan === undefined) return undefined
  const copy = Buffer.from(bytes)
  for (const { at, bytes: other } of plan.patches)
    if (typeof other === 'number') copy.fill(0, at, at + other)
    else other.copy(copy, at)
  return copy.subarray(plan.from, plan.to)
}

/** Writes a recording without tags to `target`; false, and nothing written, for one that has none. */
export function cleanRecordingFile(source: string, target: string): boolean {
  const size = statSync(source).size
  const file = openSync(source, 'r')
  let plan: Plan | undefined
  try {
    plan = planOf((at, length) => readAt(file, at, length), size)
    if (plan === undefined) return false
    if (plan.from === 0 && plan.to === size) copyFileSync(source, target)
    else copyPart(file, target, plan)
  } finally {
    closeSync(file)
  }
  const copy = openSync(target, 'r+')
  try {
    for (const { at, bytes } of plan.patches) writePatch(copy, at - plan.from, bytes)
  } finally {
    closeSync(copy)
  }
  return true
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

function copyPart(file: number, target: string, { from, to }: Plan): void {
  const copy = openSync(target, 'wx')
  try {
    for (let at = from; at < to; ) {
      const bytes = readAt(file, at, Math.min(mostRead, to - at))
      if (bytes.length === 0) return
      writeSync(copy, bytes)
      at += bytes.length
    }
  } finally {
    closeSync(copy)
  }
}

function writePatch(copy: number, at: number, bytes: Buffer | number): void {
  if (typeof bytes !== 'number') {
    writeSync(copy, bytes, 0, bytes.length, at)
    return
  }
  for (let done = 0; done < bytes; done += mostRead) {
    const zeros = Buffer.alloc(Math.min(mostRead, bytes - done))
    writeSync(copy, zeros, 0, zeros.length, at + done)
  }
}

function planOf(read: Read, size: number): Plan | undefined {
  const plan: Plan = { patches: [], from: 0, to: size }
  const head = read(0, 64)
  const text = head.toString('latin1')
  try {
    if (text.startsWith('ID3') || isMp3(head, size)) cutMp3(read, plan)
    else if (/^RIFF[\s\S]{4}(WAVE|AVI )/.test(text)) ofRiff(read, plan)
    else if (/^FORM[\s\S]{4}AIF[FC]/.test(text)) ofAiff(read, plan)
    else if (text.startsWith('fLaC')) ofFlac(read, plan)
    else if (text.startsWith('OggS')) ofOgg(read, plan)
    else if (text.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11')) ofAsf(read, plan)
    else if (/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(text.slice(4, 8))) {
      // Pictures are made of boxes, too, and cannot be seen without some of those that films need not have.
      if (!isHeif(head)) ofMp4(read, plan, { from: 0, to: size, path: '' })
    } else if (text.startsWith('\x1a\x45\xdf\xa3')) ofWebm(read, plan, { from: 0, to: size })
  } catch (error) {
    // Cut off in the middle of its parts: players stop there, too.
    if (!(error instanceof RangeError)) throw error
  }
  return plan.patches.length > 0 || plan.from > 0 || plan.to < size ? plan : undefined
}
