/** What other features and pages may ask of courses. */

export { type CourseOffer, courseOffer } from './bought.ts'
export { type Learner, learnersOf, newerVersions } from './learners.ts'
export { type LearntCourse, learntCourse } from './learning.ts'
export { listCourses, lostInCourse, type OwnCourse, ownCourse, unitsForCourse } from './own-courses.ts'
export { roomsOfCourse } from './rooms.ts'
