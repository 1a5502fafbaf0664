/** Pages that belong to no entity. spec §2 */
export const paths = {
  forbidden: () => '/403',
  failure: (requestId?: string, from?: string) => {
    const search = new URLSearchParams({ ...(requestId && { requestId }), ...(from && { from }) }).toString()
    return search === '' ? '/500' : `/500?${search}`
  },
}
