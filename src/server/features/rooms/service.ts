/** What other features and pages may ask of learning rooms. */
export { dictatedIn } from './dictated.ts'
export { courseRooms, enterFromCourse, openCourseRoom } from './from-course.ts'
export { placeCookie } from './joining.ts'
export { listRooms, requireMode, viewRoom } from './own-rooms.ts'
export { lookAtRoom } from './pupil-view.ts'
export { answerOf, resultsOf, screenOf } from './results.ts'
export { switchesOf } from './switching.ts'
export type { TaskTime } from './task-times.ts'
