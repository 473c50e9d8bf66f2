// Posts forms with a file, as a browser does.

/** Without a file the browser sends an empty one without a name. */
export async function postFile(
  url: string,
  {
    fields,
    name,
    file = new File([], ''),
  }: {
    readonly fields: Readonly<Record<string, string>>
    /** The field of the file. */
    readonly name: string
    readonly file?: File | undefined
  },
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(name, file)
  const request = new Request(url, { method: 'POST', body: form })
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: await request.bytes(),
    redirect: 'manual',
  })
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    text: await answer.text(),
  }
}
