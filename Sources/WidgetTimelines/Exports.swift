// A provider needs no second import for the families that it is asked for.
@_exported public import WidgetFamilies
