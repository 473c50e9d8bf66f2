/* Submits the form of a 3-D Secure redirect. Without scripts, the payer presses its button. */
'use strict'

// A field named "submit" would shadow `form.submit`, so the method is read from the prototype.
const autoPost = document.getElementById('auto-post')
if (autoPost) HTMLFormElement.prototype.submit.call(autoPost)
