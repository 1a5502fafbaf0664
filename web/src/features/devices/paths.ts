/** Paths of the device screens. spec §2 */
export const paths = {
  list: () => '/devices',
}
