import { on } from '../../events/event.ts'
import { feature } from '../manifest.ts'
import { coursePractised } from '../units/events.ts'
import * as actions from './actions.ts'
import { keepPractice } from './learning.ts'
import { personalData } from './personal-data.ts'
import * as reads from './reads.ts'

/** Courses: exercises, materials, links and texts in an order, and how far somebody is. */
export const courses = feature({
  name: 'courses',
  actions: Object.values(actions),
  reads: Object.values(reads),
  on: [on(coursePractised, 'now', 'courses.keep-practice', keepPractice)],
  tables: ['course', 'course_pass', 'course_progress'],
  personalData,
})
