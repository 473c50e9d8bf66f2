/* Posts the form of a 3-D Secure redirect by itself; its button stays for whoever has no script. */
'use strict'

// `form.submit` may be hidden by a field named "submit": the method is taken from the prototype.
const autoPost = document.getElementById('auto-post')
if (autoPost) HTMLFormElement.prototype.submit.call(autoPost)
