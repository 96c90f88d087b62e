import { on } from '../../events/event.ts'
import { feature, removedBy } from '../manifest.ts'
import { roomCounted } from '../rooms/events.ts'
import { coursePractised, unitPinned } from '../units/events.ts'
import * as actions from './actions.ts'
import * as coverActions from './cover-actions.ts'
import * as itemActions from './item-actions.ts'
import { keepPractice, keepRoomResults } from './learning.ts'
import { personalData } from './personal-data.ts'
import { addPinned } from './pinned.ts'
import { deleteOldPasses } from './queries.ts'
import * as reads from './reads.ts'
import * as roomActions from './room-actions.ts'

/** Courses: exercises, materials, links and texts in an order, and how far somebody is. */
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
