/** Takes the folder that it is sent, says how that went, and lives on until it is killed. */
import { lockFolder } from '../folder-lock.ts'

// A listener that stays keeps the process alive.
process.on('message', (folder) => {
  try {
    lockFolder(String(folder))
    process.send?.('locked')
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error))
  }
})
