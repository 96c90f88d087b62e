/** What other features and pages may ask of learning rooms. */

export { courseRooms, enterFromCourse, openCourseRoom } from './from-course.ts'
export { lookAtRoom } from './live/pupil-view.ts'
export { placeCookie } from './live/room-cookies.ts'
export { restingIn } from './live/shared-device.ts'
export { switchesOf } from './live/switching.ts'
export type { TaskTime } from './live/task-times.ts'
export { listRooms, requireMode, viewRoom } from './own-rooms.ts'
export { dictatedIn } from './results/dictated.ts'
export { answerOf, resultsOf, screenOf } from './results/results.ts'
