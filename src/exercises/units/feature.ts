import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountErased } from '#shop/people/identity/server/service.ts'
import * as actions from './server/actions.ts'
import { picture, sources } from './server/assets/asset-actions.ts'
import { collectPictures, erasePictures } from './server/assets/assets.ts'
import { coursePractised, unitPinned } from './server/events.ts'
import { unitImportsState } from './server/import/import-thread.ts'
import { collectPicturesJob, sketchTasksJob } from './server/jobs.ts'
import { adjust, editPointed, pointer, renew, shadow } from './server/origins/shadow-actions.ts'
import { sketchFormer } from './server/origins/task-sketches.ts'
import { unitPrintsState } from './server/paper/printing.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'
import * as coverActions from './server/sale/cover-actions.ts'
import { schoolLicenceList } from './server/sale/school-licences.ts'

/** Interactive units: exercises a teacher writes once, plays and prints. */
export const units = feature({
  name: 'units',
  actions: [
    ...Object.values(actions),
    ...[picture, sources, ...Object.values(coverActions)],
    ...[shadow, adjust, renew, editPointed],
  ],
  reads: [...Object.values(reads), pointer, schoolLicenceList],
  jobs: [
    worker(collectPicturesJob, collectPictures, { cron: '33 3 * * *' }),
    worker(sketchTasksJob, sketchFormer, { cron: '*/10 * * * *' }),
  ],
  events: [coursePractised, unitPinned],
  on: [on(accountErased, 'now', 'units.erase-pictures', erasePictures)],
  states: [unitImportsState, unitPrintsState],
  tables: ['unit', 'unit_version', 'unit_shadow', 'unit_asset', 'unit_task_origin', 'task_sketch'],
  personalData,
})
