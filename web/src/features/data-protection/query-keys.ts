/** Prefix of all queries of this screen: an erasure changes the results of each. */
export const dataProtectionKey = ['data-protection']
