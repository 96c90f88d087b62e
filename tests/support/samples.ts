import { join } from 'node:path'

/** Files of others for tests of imports. They are not ours to hand on: where they are missing, such tests are skipped. */
export const samplesFolder =
  process.env.SAMPLES_FOLDER ?? join(import.meta.dirname, '../../../../shared/samples')
