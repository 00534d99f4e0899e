import { journalContract } from './journal-contract.ts'
import { MemoryJournal } from './memory-journal.ts'

journalContract('memory', {
  open: async () => new MemoryJournal(),
  skip: { 'keeps encrypted secrets unchanged': 'it copies values through JSON, which has no bytes' },
})
