import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import { picture } from './asset-actions.ts'
import { collectPictures, erasePictures } from './assets.ts'
import * as coverActions from './cover-actions.ts'
import { coursePractised, unitPinned } from './events.ts'
import { unitImportsState } from './import-thread.ts'
import { collectPicturesJob, sketchTasksJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { unitPrintsState } from './printing.ts'
import * as reads from './reads.ts'
import { schoolLicenceList } from './school-licences.ts'
import { adjust, editPointed, pointer, renew, shadow } from './shadow-actions.ts'
import { sources } from './source-actions.ts'
import { sketchFormer } from './task-sketches.ts'

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
