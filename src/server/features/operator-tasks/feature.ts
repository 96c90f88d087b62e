import { feature } from '../manifest.ts'
import { taskDone } from './actions.ts'
import { operatorTasksPersonalData } from './personal-data.ts'
import { taskList } from './reads.ts'

/** What only a person can settle, and who did. */
export const operatorTasks = feature({
  name: 'operator-tasks',
  actions: [taskDone],
  reads: [taskList],
  tables: ['operator_task'],
  personalData: operatorTasksPersonalData,
})
