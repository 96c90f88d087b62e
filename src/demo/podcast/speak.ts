import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { compose, cut } from '#shop/content/editorial/server/service.ts'

/**
 * Speaks the podcast's episodes with a synthetic voice, which their texts say: `npm run demo:podcast`, with espeak-ng and ffmpeg
 * installed. What is asked and what is answered have a pitch each; each `###` above them begins a chapter. The results are
 * committed.
 */
const voices: Readonly<Record<string, string>> = {
  de: 'de',
  es: 'es',
  fr: 'fr-fr',
  gr: 'el',
  it: 'it',
  en: 'en-gb',
}
const pitches = { question: '62', answer: '38' } as const
const wordsAMinute = '145'
/** Quiet between two who speak, in seconds. */
const pause = 0.45
/** Speech stays clear at this rate, and a minute is 300 kB. */
const bitRate = '40k'

const texts = 'src/shop/content/editorial/texts/podcast'
const folder = mkdtempSync(join(tmpdir(), 'podcast-'))

interface Turn {
  words: string
  /** The chapter that begins with it. */
  chapter: string | undefined
}

/** The spoken paragraphs, `**Question:** ...` and `**Answer:** ...` in turn, without the speaker's name. */
function turnsIn(body: string): Turn[] {
  const turns: Turn[] = []
  let chapter: string | undefined
  for (const [, heading, words] of body.matchAll(/^(?:### (.+)|\*\*[^*]+\*\*\s*(.+))$/gm)) {
    if (heading !== undefined) chapter = heading.trim()
    if (words === undefined) continue
    turns.push({ words: words.trim(), chapter })
    chapter = undefined
  }
  return turns
}

function speak(voice: string, words: string, pitch: string, name: string): string {
  const file = join(folder, name)
  execFileSync('espeak-ng', ['-v', voice, '-s', wordsAMinute, '-p', pitch, '-g', '3', '-w', file, words])
  return file
}

/** Not rounded: chapters add up many of them. */
function secondsOf(file: string): number {
  const facts = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Number(execFileSync('ffprobe', facts, { encoding: 'utf8' }))
}

/** `0:00 First words | 1:05 Second ones`, as the frontmatter has them. */
function chaptersOf(turns: readonly Turn[], files: readonly string[]): string {
  let at = 0
  const chapters: string[] = []
  for (const [place, { chapter }] of turns.entries()) {
    const whole = Math.floor(at)
    const seconds = String(whole % 60).padStart(2, '0')
    if (chapter !== undefined) chapters.push(`${Math.floor(whole / 60)}:${seconds} ${chapter}`)
    at += secondsOf(files[place] ?? '') + pause
  }
  return chapters.join(' | ')
}

/** One after the other with a pause between, as loud as podcasts are (-18 LUFS, one channel). */
function concatenate(files: readonly string[], target: string): void {
  const inputs = files.flatMap((file) => ['-i', file])
  const padded = files.map((_, at) => `[${at}]apad=pad_dur=${pause}[p${at}]`).join(';')
  const all = files.map((_, at) => `[p${at}]`).join('')
  const filter = `${padded};${all}concat=n=${files.length}:v=0:a=1,acompressor=threshold=-24dB:ratio=3,loudnorm=I=-18:TP=-2`
  const out = [
    '-ac',
    '1',
    '-ar',
    '22050',
    '-b:a',
    bitRate,
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    target,
  ]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', filter, ...out])
}

for (const { world } of liveWorlds()) {
  const voice = voices[world] ?? world
  mkdirSync(`public/podcast/${world}`, { recursive: true })
  for (const file of readdirSync(join(texts, world))) {
    const source = readFileSync(join(texts, world, file), 'utf8')
    const turns = turnsIn(cut(source).body)
    const spoken = turns.map(({ words }, at) =>
      speak(voice, words, at % 2 === 0 ? pitches.question : pitches.answer, `${world}-${at}.wav`),
    )
    const audio = `/podcast/${world}/${file.replace(/\.md$/, '.mp3')}`
    concatenate(spoken, `public${audio}`)
    const facts = {
      audio,
      audioBytes: String(statSync(`public${audio}`).size),
      audioSeconds: String(Math.round(secondsOf(`public${audio}`))),
      chapters: chaptersOf(turns, spoken),
    }
    writeFileSync(join(texts, world, file), compose(source, facts, cut(source).body))
  }
}
rmSync(folder, { recursive: true })
