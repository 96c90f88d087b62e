import { roomCounted } from '#exercises/rooms/server/events.ts'
import { coursePractised, unitPinned } from '#exercises/units/server/events.ts'
import { on } from '#platform/events/event.ts'
import { feature, removedBy } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import * as coverActions from './server/cover-actions.ts'
import * as itemActions from './server/item-actions.ts'
import { keepPractice, keepRoomResults } from './server/learning.ts'
import { personalData } from './server/personal-data.ts'
import { addPinned } from './server/pinned.ts'
import { deleteOldPasses } from './server/queries.ts'
import * as reads from './server/reads.ts'
import * as roomActions from './server/room-actions.ts'

/** Courses: exercises, materials, links and texts in an order, and the progress of each learner. */
export const courses = feature({
  name: 'courses',
  actions: [
    ...[...Object.values(actions), ...Object.values(itemActions)],
    ...[...Object.values(coverActions), ...Object.values(roomActions)],
  ],
  reads: Object.values(reads),
  on: [
    on(coursePractised, 'now', 'courses.keep-practice', keepPractice),
    on(roomCounted, 'now', 'courses.keep-room-results', keepRoomResults),
    on(unitPinned, 'now', 'courses.add-pinned', addPinned),
  ],
  tables: ['course', 'course_pass', 'course_progress'],
  personalData,
  retention: [removedBy('courses', deleteOldPasses)],
})
