/** Locks and opens the database that it is sent, like a service, sends the result, and runs until it is killed. */
import { lockDatabase } from '../lock-database.ts'
import { openStore } from '../open-store.ts'

process.on('message', async (database) => {
  try {
    await lockDatabase(String(database), { onTaken: () => {} })
    await openStore({ database: String(database) })
    process.send?.('locked')
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error))
  }
})
