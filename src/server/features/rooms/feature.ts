import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { schoolPlaceChanged } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { orderRefunded } from '../orders/events.ts'
import { unitPinned } from '../units/events.ts'
import * as actions from './actions.ts'
import { endLeaversRooms, endRefundedRooms } from './ending.ts'
import { roomCounted } from './events.ts'
import * as fileActions from './file-actions.ts'
import { sweepFilesJob } from './file-jobs.ts'
import * as fileReads from './file-reads.ts'
import { sweepFiles } from './files.ts'
import { purgeOldRooms, purgeRoomsJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { roomCookie, roomToken } from './places.ts'
import * as pupilActions from './pupil-actions.ts'
import * as reads from './reads.ts'
import * as deviceActions from './shared-device-actions.ts'
import { roomSocket } from './sockets.ts'
import { roomGuessesState, roomHubState } from './state.ts'
import { playPinned } from './switching.ts'

/** Learning rooms: a class plays a unit under made-up names, and its teacher sees how far everybody is. */
export const rooms = feature({
  name: 'rooms',
  actions: [actions, pupilActions, deviceActions, fileActions].flatMap((each) => Object.values(each)),
  reads: [...Object.values(reads), ...Object.values(fileReads)],
  jobs: [worker(purgeRoomsJob, purgeOldRooms, { cron: '17 * * * *' }), worker(sweepFilesJob, sweepFiles)],
  sockets: [roomSocket],
  events: [roomCounted],
  on: [
    on(orderRefunded, 'if-possible', 'rooms.refund', endRefundedRooms),
    on(schoolPlaceChanged, 'if-possible', 'rooms.left-school', endLeaversRooms),
    on(unitPinned, 'now', 'rooms.play-pinned', playPinned),
  ],
  states: [roomHubState, roomGuessesState],
  cookies: [roomCookie],
  tokens: [roomToken],
  tables: ['room', 'room_participant', 'room_answer', 'room_seat', 'room_code', 'room_file'],
  personalData,
})
