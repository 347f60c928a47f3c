// placeholder of the first layout; replaced by the target's own files
