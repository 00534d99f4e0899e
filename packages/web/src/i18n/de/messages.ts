/** A module of its own, so that the page loads the German messages only when it is German. */
export { germanMessage } from '@millrace/model'
