/** Saving, drafts, publishing and the connection to the service. */
export const savingStrings = {
  status: {
    saved: 'Saved',
    saving: 'Saving…',
    unsaved: 'Unsaved changes',
    draftSaved: 'Unsaved changes (draft saved)',
    inBrowser: 'Unsaved changes, kept in this browser',
    failed: 'Unsaved changes, not kept',
    offline: 'Offline, reconnecting…',
    offlineKept: 'Offline, kept in this browser',
    isNew: 'Not saved yet',
  },
  hints: {
    draftSaved: 'Your draft is on the service. You can continue in another browser. Save to make it a version.',
    inBrowser: 'Your changes are stored in this browser until the service takes them.',
    failed: 'The browser has no space left and the service did not take the changes. Export the workflow to keep them.',
    offline: 'The service cannot be reached. The editor reconnects automatically.',
  },
  reconnected: 'Connected to the service again',
  draft: {
    opened: (when: string) => `You are editing unsaved changes from ${when}`,
    compare: 'Compare with saved',
    discard: 'Discard my changes',
    discarded: 'Changes discarded',
    close: 'Close notice',
    undecided: 'There are other unsaved changes to this workflow',
    decide: 'Decide…',
  },
  other: {
    title: 'You have other unsaved changes to this workflow',
    text: (when: string) =>
      `They were made ${when} in another tab or browser. Both drafts are kept until you decide which one to continue with.`,
    difference: 'Differences between the other draft and yours',
    later: 'Decide later',
    take: 'Use the other draft',
    takeHint: 'Replaces what is on the canvas. You can undo this.',
    keep: 'Keep mine',
    keepHint: 'Discards the other draft.',
  },
  leave: {
    title: 'You have unsaved changes',
    kept: 'If you leave, they are kept as your draft and are here when you come back.',
    lost: 'They could not be stored, neither on the service nor in this browser. If you leave, they are lost.',
    stay: 'Stay',
    leave: 'Leave (keep draft)',
    leaveLost: 'Leave and lose changes',
    save: 'Save and leave',
  },
  run: {
    lost: 'Connection lost. The run continues on the service.',
    reconnecting: 'Reconnecting…',
  },
}
