/** Like `lock-holder.ts`, for a process of a cluster. */
import { lockFolder } from '../folder-lock.ts'

process.on('message', (folder) => {
  try {
    lockFolder(String(folder), 'shared')
    process.send?.('locked')
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error))
  }
})
