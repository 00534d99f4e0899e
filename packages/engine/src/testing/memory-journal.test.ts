import { journalContract } from './journal-contract.ts'
import { MemoryJournal } from './memory-journal.ts'

journalContract('memory', {
  open: async () => new MemoryJournal(),
  skip: { 'sealed secrets come back byte by byte': 'its copies go through JSON, and nothing in memory is sealed' },
})
