import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { covers } from './covers.ts'
import { pictures } from './shapes.ts'

/** Draws the pictures of the demonstration's exercises: `npm run demo:pictures`. The results are committed. */
for (const [name, draw] of Object.entries({ ...pictures, ...covers }))
  await sharp(Buffer.from(draw()))
    .webp({ quality: 82, effort: 6 })
    .toFile(fileURLToPath(new URL(`./${name}.webp`, import.meta.url)))
