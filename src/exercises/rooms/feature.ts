import { unitPinned } from '#exercises/units/server/events.ts'
import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { orderRefunded } from '#shop/money/orders/server/events.ts'
import { schoolPlaceChanged } from '#shop/schools/schools/server/service.ts'
import * as actions from './server/actions.ts'
import { endLeaversRooms, endRefundedRooms } from './server/ending.ts'
import { roomCounted } from './server/events.ts'
import * as fileActions from './server/files/file-actions.ts'
import { sweepFilesJob } from './server/files/file-jobs.ts'
import * as fileReads from './server/files/file-reads.ts'
import { sweepFiles } from './server/files/files.ts'
import { purgeOldRooms, purgeRoomsJob } from './server/jobs.ts'
import * as pupilActions from './server/live/pupil-actions.ts'
import { roomCookie, roomToken } from './server/live/room-cookies.ts'
import * as deviceActions from './server/live/shared-device-actions.ts'
import { roomSocket } from './server/live/sockets.ts'
import { roomGuessesState, roomHubState } from './server/live/state.ts'
import { playPinned } from './server/live/switching.ts'
import { personalData } from './server/personal-data.ts'
import * as reads from './server/reads.ts'

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
