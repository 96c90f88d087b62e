import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws water-cycle.webm, the film of the demonstration's video quiz: `npm run demo:film`, with ffmpeg installed. It shows no
 * words, so that six worlds share it; what happens when stands in their captions. The result is committed.
 */
const [width, height, seconds, perSecond] = [480, 270, 24, 8]
const target = fileURLToPath(new URL('./water-cycle.webm', import.meta.url))

/** How far something is between two moments, from 0 to 1. */
function between(time: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (time - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

function frame(time: number): string {
  const glow = 26 + 3 * Math.sin(time * 3)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="480" height="270" fill="#cfe8f7"/>
    <circle cx="70" cy="56" r="${glow + 12}" fill="#ffe9a8"/><circle cx="70" cy="56" r="${glow}" fill="#f7b731"/>
    <path d="M250 270 L345 96 L380 130 L410 84 L480 190 V270 Z" fill="#7f8c6d"/>
    <path d="M345 96 L362 113 L350 124 L340 116 L329 126 Z M410 84 L430 116 L415 112 L404 122 L396 106 Z" fill="#ffffff"/>
    <path d="M230 270 Q300 200 480 205 V270 Z" fill="#9dbb6c"/>
    ${river(time)}
    <path d="M0 205 ${waves(time)} V270 H0 Z" fill="#2e86c1"/>
    ${vapour(time)}${rain(time)}${cloud(time)}
  </svg>`
}

function waves(time: number): string {
  const points = Array.from({ length: 13 }, (_, n) => [n * 21, 205 + 3 * Math.sin(n + time * 2)])
  return points.map(([x = 0, y = 0]) => `L${x} ${y.toFixed(1)}`).join(' ')
}

/** Rises from the sea, thins out and is gone when the cloud is whole. */
function vapour(time: number): string {
  const strength = between(time, 1, 3) * (1 - between(time, 10, 12))
  return Array.from({ length: 24 }, (_, n) => {
    const part = (time * 0.22 + n / 24) % 1
    const x = 40 + ((n * 53) % 170) + 5 * Math.sin(part * 9 + n)
    const fade = strength * Math.sin(part * Math.PI)
    return `<circle cx="${x.toFixed(1)}" cy="${(200 - part * 130).toFixed(1)}" r="4" fill="#ffffff" opacity="${fade.toFixed(2)}"/>`
  }).join('')
}

/** Grows above the sea, moves to the mountains, darkens and empties itself. */
function cloud(time: number): string {
  const size = between(time, 5, 11) * (1 - 0.55 * between(time, 17, 22))
  const x = 130 + 240 * between(time, 11, 14.5)
  const grey = Math.round(255 - 95 * between(time, 12, 15) + 60 * between(time, 18, 22))
  const puffs = [
    [-44, 8, 22],
    [-18, -6, 28],
    [16, -8, 30],
    [44, 8, 22],
    [0, 12, 30],
  ]
  const circles = puffs.map(
    ([dx = 0, dy = 0, r = 0]) =>
      `<circle cx="${(dx * size).toFixed(1)}" cy="${(dy * size).toFixed(1)}" r="${(r * size).toFixed(1)}"/>`,
  )
  return `<g transform="translate(${x.toFixed(1)} 62)" fill="rgb(${grey},${grey},${grey})">${circles.join('')}</g>`
}

function rain(time: number): string {
  const strength = between(time, 14, 15) * (1 - between(time, 19, 21))
  return Array.from({ length: 26 }, (_, n) => {
    const part = (time * 0.9 + n * 0.37) % 1
    const [x, y] = [316 + ((n * 41) % 110), 80 + part * 110]
    return `<line x1="${x}" y1="${y.toFixed(1)}" x2="${x - 3}" y2="${(y + 10).toFixed(1)}" stroke="#2e86c1" stroke-width="2" opacity="${strength.toFixed(2)}"/>`
  }).join('')
}

/** Fills from the mountains down to the sea. */
function river(time: number): string {
  const length = 330
  const filled = length * between(time, 15.5, 21)
  const flow = (time * 30) % 24
  const path = 'd="M398 150 Q360 190 330 200 T262 222 T190 232" fill="none" stroke-linecap="round"'
  if (filled === 0) return ''
  return `<path ${path} stroke="#2e86c1" stroke-width="9" stroke-dasharray="${filled.toFixed(1)} 999"/>
    <path ${path} stroke="#aed6f1" stroke-width="2" stroke-dasharray="6 18" stroke-dashoffset="${(-flow).toFixed(1)}" opacity="${between(time, 20, 21.5).toFixed(2)}"/>`
}

const folder = mkdtempSync(join(tmpdir(), 'film-'))
try {
  for (let n = 0; n < seconds * perSecond; n += 1)
    await sharp(Buffer.from(frame(n / perSecond)))
      .png()
      .toFile(join(folder, `${String(n).padStart(4, '0')}.png`))
  const input = ['-framerate', String(perSecond), '-i', join(folder, '%04d.png')]
  const coding = ['-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-pix_fmt', 'yuv420p', '-g', '16']
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...coding, '-an', target], {
    stdio: 'inherit',
  })
} finally {
  rmSync(folder, { recursive: true })
}
