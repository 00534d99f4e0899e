/** Locks the folder that it is sent, sends the result, and runs until it is killed. */
import { lockFolder } from '../folder-lock.ts'

// This listener keeps the process alive.
process.on('message', (folder) => {
  try {
    lockFolder(String(folder))
    process.send?.('locked')
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error))
  }
})
