print("metsched")
