/** What other features and pages may ask of learning rooms. */
export { dictatedIn } from './dictated.ts'
export { courseRooms, enterFromCourse, openCourseRoom } from './from-course.ts'
export { listRooms, requireMode, viewRoom } from './own-rooms.ts'
export { placeCookie } from './places.ts'
export { lookAtRoom } from './pupil-view.ts'
export { answerOf, resultsOf, screenOf } from './results.ts'
export { switchesOf } from './switching.ts'
export type { TaskTime } from './task-times.ts'
