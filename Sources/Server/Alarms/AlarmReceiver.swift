/// Somewhere that alarms are passed on to. It must not keep the loop waiting.
protocol AlarmReceiver: AnyObject {
    /// An alarm has begun, or, when it has an end, ended.
    func take(_ alarm: ScreenAlarm, epoch: String)
}
