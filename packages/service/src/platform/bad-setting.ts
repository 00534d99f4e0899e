/** A setting is invalid; the message names it. The program prints the message without a stack and exits. */
export class BadSetting extends Error {}
