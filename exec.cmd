@rem The scripts of package.json begin with "exec", so that signals reach them and not a shell; on Windows this stands in.
@%*
