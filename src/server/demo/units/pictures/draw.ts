import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictures } from './shapes.ts'

/** Draws the pictures of the demonstration's tasks: `npm run demo:pictures`. The results are committed. */
for (const [name, draw] of Object.entries(pictures))
  await sharp(Buffer.from(draw()))
    .webp({ quality: 82, effort: 6 })
    .toFile(fileURLToPath(new URL(`./${name}.webp`, import.meta.url)))
