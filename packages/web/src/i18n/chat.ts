import type { NumberText } from './number-text.ts'

/** Actions on messages and sessions of the playground, and its panel in the editor. */
export const chatStrings = (numberText: NumberText) => ({
  message: 'Message',
  edit: 'Edit and send again',
  editHint: 'This message and everything after it are replaced.',
  cancel: 'Cancel',
  regenerate: 'Regenerate answer',
  partial: 'Stopped before it was complete',
  showReplaced: (count: number) =>
    count === 1 ? 'Show 1 replaced message' : `Show ${numberText(count)} replaced messages`,
  hideReplaced: 'Hide replaced messages',
  renameSession: 'Rename session',
  sessionName: 'Session name',
  panel: 'Chat with the canvas',
  panelText: 'Messages run the workflow as it is on the canvas, saved or not.',
  openPage: 'Open the playground page',
  unstored: 'Add a node to chat with this workflow',
})
